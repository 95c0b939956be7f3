#!/usr/bin/env bash
# scim-patch 0.8.3 compares names of attributes by case. A PATCH that spells `title` as `Title` is valid (RFC 7643, 2.1: names of
# attributes are case insensitive) and neither refused nor applied: the library adds a second attribute beside the first. A server that
# stores the answer has said yes to the directory and keeps the former title, by which steps of a flow may find their approver.
# Seen with Node 20.20:
#   path title: {"title":"Buyer"}
#   path Title: {"title":"Clerk","Title":"Buyer"}
#   no path:    {"title":"Clerk","Title":"Buyer"}
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
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], title: 'Clerk', meta: { resourceType: 'User' } }
  const { schemas, meta, ...rest } = scimPatch(user, Operations)
  return JSON.stringify(rest)
}
const same = patched({ op: 'replace', path: 'title', value: 'Buyer' })
const other = patched({ op: 'replace', path: 'Title', value: 'Buyer' })
const bare = patched({ op: 'replace', value: { Title: 'Buyer' } })
console.log(`path title: ${same}\npath Title: ${other}\nno path:    ${bare}`)
const second = '{"title":"Clerk","Title":"Buyer"}'
if (same === '{"title":"Buyer"}' && other === second && bare === second) process.exit(0)
console.error('changed: another case no longer adds a second attribute')
process.exit(1)
JS
node run.mjs
