#!/bin/sh
# Fetches kubeconform, which checks the manifests of deploy/kubernetes, and the schemas of Kubernetes and KEDA, once: from
# the proxy of Go modules into the cache folder. Prints its folder. test/helpers/deployment/kubeconform.ts looks in the same
# place.
set -eu
. "$(dirname "$0")/cache.sh"

version=0.7.0 kubernetes=1.34.2 keda=2.18.1
home=$cache/kubeconform-$version-$kubernetes-$keda

if [ ! -e "$home/kubeconform" ]; then
  need "kubeconform $version" go
  make_unpacked
  GOBIN=$unpacked/kubeconform-home go install "github.com/yannh/kubeconform/cmd/kubeconform@v$version" >&2
  for module in "k8s.io/kubernetes@v$kubernetes" "github.com/kedacore/keda/v2@v$keda"; do go mod download "$module" >&2; done
  modules=$(go env GOMODCACHE)
  cp "$modules/k8s.io/kubernetes@v$kubernetes/api/openapi-spec/swagger.json" "$unpacked/kubeconform-home/kubernetes.json"
  mkdir "$unpacked/kubeconform-home/keda"
  cp "$modules/github.com/kedacore/keda/v2@v$keda"/config/crd/bases/*.yaml "$unpacked/kubeconform-home/keda/"
  chmod -R u+w,a+r "$unpacked/kubeconform-home"
  move_home "$unpacked/kubeconform-home" kubeconform
fi
echo "$home"
