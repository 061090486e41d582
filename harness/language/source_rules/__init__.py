"""Judge the rules on sources that a spec may write. Pure."""
