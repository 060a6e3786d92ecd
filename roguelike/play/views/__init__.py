"""Views, independent of drawing: menus, pages and cursors, with the actions of their keys."""
