#!/usr/bin/env bash
# scim-patch 0.8.3 compares names of attributes by case. A PATCH that spells `active` as `Active` is valid (RFC 7643, 2.1: names of
# attributes are case insensitive) and neither refused nor applied: the library adds a second attribute beside the first. A server that
# stores the answer has said yes to the directory while the leaver stays active and goes on approving.
# Seen with Node 20.20:
#   path active: {"active":false}
#   path Active: {"active":true,"Active":false}
#   no path:     {"active":true,"Active":false}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund scim-patch@0.8.3 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { patchBodyValidation, scimPatch } from 'scim-patch'
function patched(operation) {
  const Operations = [operation]
  patchBodyValidation({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations })
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, meta: { resourceType: 'User' } }
  const { schemas, meta, ...rest } = scimPatch(user, Operations)
  return JSON.stringify(rest)
}
const same = patched({ op: 'replace', path: 'active', value: false })
const other = patched({ op: 'replace', path: 'Active', value: false })
const bare = patched({ op: 'replace', value: { Active: false } })
console.log(`path active: ${same}\npath Active: ${other}\nno path:     ${bare}`)
const second = '{"active":true,"Active":false}'
if (same === '{"active":false}' && other === second && bare === second) process.exit(0)
console.error('changed: another case no longer adds a second attribute')
process.exit(1)
JS
node run.mjs
