"""The screen as a grid of styled cells, the input, and the display that a front-end draws on."""
