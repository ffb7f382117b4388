"""Sources: folders and buckets that hold documents. Lists files and hands out their bytes; never writes."""
