"""The other libraries, one module each. They come with the extra `peers` and nothing else needs them."""
