"""Why two outputs differ: the first difference, near misses, normalization, confusable characters. Pure."""
