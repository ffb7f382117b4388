"""What only office files have: packages and their guards, native charts, drawings, and LibreOffice as their printer."""
