"""Why two outputs differ: the first difference, normalization, confusable characters, near misses. Pure."""
