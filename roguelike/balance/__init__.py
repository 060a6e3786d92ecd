"""The bot as a judge: many games of one policy, measured against what the design wants of them."""
