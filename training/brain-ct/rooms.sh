# Sourced by the scripts here, from this folder: the rooms import from each other and from the folder above.
export OMP_NUM_THREADS=1 PYTHONPATH=hemorrhage:sources:midline:skull:window:level:exam:ischemia:..
