"""From values of YAML to the models, with words for what does not fit."""
