"""Search: the exact value of tricks with open hands, and moves by sampling what a seat can't see."""
