"""Pictures of explained rows: cards for notebooks, and matplotlib."""
