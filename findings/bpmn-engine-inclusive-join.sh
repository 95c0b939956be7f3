#!/usr/bin/env bash
# bpmn-engine 25.0.1: an inclusive gateway that joins does not wait for the branches that its split has taken. Each branch that arrives goes
# on alone: what follows begins after the first approval, and once more after each other. BPMN 2.0.2, 13.4.3, has the gateway wait for all
# of them and go on once, and the README names the gateway as supported. A parallel gateway in its place waits. Here the payment is made
# twice, the first time before finance has approved.
# Seen with Node 20.20:
#   both approvals are needed: manager, pay, finance, pay
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bpmn-engine@25.0.1 >/dev/null 2>&1
cat > run.mjs <<'JS'
import { EventEmitter } from 'node:events'
import { Engine } from 'bpmn-engine'
const flow = (from, to, condition = '') =>
  `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${condition}</sequenceFlow>`
const asked = (name) => `<conditionExpression xsi:type="tFormalExpression">\${environment.variables.${name}}</conditionExpression>`
const source = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="claim"
  targetNamespace="http://example.com/"><process id="process" isExecutable="true"><startEvent id="start" /><inclusiveGateway id="split" />
  <userTask id="manager" /><userTask id="finance" /><inclusiveGateway id="join" /><userTask id="pay" /><endEvent id="end" />
  ${flow('start', 'split')}${flow('split', 'manager', asked('manager'))}${flow('split', 'finance', asked('finance'))}
  ${flow('manager', 'join')}${flow('finance', 'join')}${flow('join', 'pay')}${flow('pay', 'end')}</process></definitions>`
const done = []
const listener = new EventEmitter()
listener.on('activity.wait', (task) => {
  done.push(task.id)
  task.signal()
})
const engine = new Engine({ name: 'claim', source })
const end = engine.waitFor('end')
await engine.execute({ listener, variables: { manager: true, finance: true } })
await end
console.log(`both approvals are needed: ${done.join(', ')}`)
if (done.join() === 'manager,pay,finance,pay') process.exit(0)
console.error('changed: was manager, pay, finance, pay')
process.exit(1)
JS
node run.mjs
