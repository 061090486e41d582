"""Programs that are talked to while they run: by a dialogue, or by a partner."""
