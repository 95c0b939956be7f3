#!/usr/bin/env bash
# @sap-cloud-sdk/http-client 4.9.1 fetches a csrf token before each changing request, and sends the custom headers of that request with the
# fetch as well. RequestID, by which SAP Gateway does a request once, therefore names two requests: the fetch and the change.
# Seen with Node 20.20:
#   HEAD x-csrf-token=Fetch RequestID=4F2A
#   POST x-csrf-token=token RequestID=4F2A
#   HEAD x-csrf-token=Fetch RequestID=4F2B
#   POST x-csrf-token=token RequestID=4F2B
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @sap-cloud-sdk/http-client@4.9.1 @sap-cloud-sdk/connectivity@4.9.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { createServer } from 'node:http'
import { executeHttpRequest } from '@sap-cloud-sdk/http-client'
const seen = []
const server = createServer((request, response) => {
  const { 'x-csrf-token': token, requestid: id } = request.headers
  seen.push(`${request.method} x-csrf-token=${token} RequestID=${id}`)
  response.writeHead(200, { 'content-type': 'application/json', 'x-csrf-token': 'token', 'set-cookie': 'SAP_SESSIONID=1; path=/' })
  response.end(request.method === 'HEAD' ? undefined : '{}')
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
const destination = { url: `http://127.0.0.1:${server.address().port}`, username: 'user', password: 'password' }
for (const id of ['4F2A', '4F2B'])
  await executeHttpRequest(destination, { method: 'post', url: '/sap/opu/odata/sap/SERVICE/Set', data: {}, headers: { RequestID: id } })
server.close()
console.log(seen.join('\n'))
process.exit(seen.length === 4 && seen[0].startsWith('HEAD') && seen[0].endsWith('RequestID=4F2A') && seen[2].endsWith('RequestID=4F2B') ? 0 : 1)
JS
node run.mjs
