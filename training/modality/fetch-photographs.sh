#!/bin/sh
# Everyday pictures for the class "other": Debian packages with photographs, drawings, screenshots and maps, and the
# head MRI templates of nilearn. Unpacked, not installed. Usage: fetch-photographs.sh DIRECTORY
set -eu
target=$1
mkdir -p "$target/packages"
cd "$target/packages"
apt-get download gnome-backgrounds plasma-workspace-wallpapers mate-backgrounds lomiri-wallpapers-16.04 \
  lomiri-wallpapers-20.04 ukui-wallpapers sway-backgrounds mricron-data tuxpaint-stamps-default gcompris-qt-data \
  python-skimage-doc gimp-help-en kgeography-data desktop-base openclipart-png stellarium-data
python3 -m pip download -q --no-deps -d . nilearn
for package in *.deb; do dpkg-deb -x "$package" "$target/${package%%_*}"; done
python3 -m zipfile -e nilearn*.whl "$target/nilearn"
