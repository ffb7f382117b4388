"""What a file is, and the guards that it passes before any reader opens it."""
