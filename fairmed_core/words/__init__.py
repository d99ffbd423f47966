"""What screen and print share: sentences, set descriptions, and the one number formatter."""
