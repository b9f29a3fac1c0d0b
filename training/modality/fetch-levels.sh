#!/bin/sh
# CT slices of the abdomen, the pelvis and the chest for the level of a slice, as levels.json names them: small test
# parts of public repositories. Usage: fetch-levels.sh DIRECTORY (writes DIRECTORY/levels/<set>)
set -eu
flex=sarah-antillia/TensorFlow-FlexUNet-Image-Segmentation
while read -r name repository commit folder; do
  work=$(mktemp -d)
  git -C "$work" init -q
  git -C "$work" fetch -q --depth 1 "https://github.com/$repository" "$commit"
  mkdir -p "$1/levels/$name"
  git -C "$work" archive "$commit" "$folder" | tar x -C "$1/levels/$name" --strip-components="$(echo "$folder" | tr / '\n' | wc -l)"
  rm -rf "$work"
done <<SETS
ircad $flex-IRCAD-Digestive-Cancer-Liver 1a7e5bee8c82f649365a1cf0fe879a19d19bd494 projects/TensorFlowFlexUNet/IRCAD-Digestive-Cancer/mini_test/images
curvas $flex-CURVAS-Abdominal-MultiOrgan 70afe9edabf7f3cc24a1104fe144d71234f78b3d projects/TensorFlowFlexUNet/CURVAS-Annotation-1/mini_test/images
hepatic_vessel $flex-HepaticVessel a581892081bfd4acf847131d623d03164fb51eca projects/TensorFlowFlexUNet/HepaticVessel/mini_test/images
kits19 $flex-KiTS19-Kidney-Tumor 07dfb454cfd97b51e0c4bb064f1cf135255ba512 projects/TensorFlowFlexUNet/Kidney-Tumor/mini_test/images
aorta $flex-Aorta 86db699627f8592557e901eae5b423403c1e8b94 projects/TensorFlowFlexUNet/Aorta/mini_test/images
bone_metastases $flex-New-Bone-Metastases 331a59e7fd8481b6b2831afc9ebc6090db9d5671 projects/TensorFlowFlexUNet/NBM/mini_test/images
pancreas atlan-antillia/Tensorflow-Image-Segmentation-Pancreas 992760d66d8587f905d1c2cdc9d881e1ede4912f dataset/Pancreas/test/images
SETS
