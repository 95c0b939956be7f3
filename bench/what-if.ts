import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import type { DesignView, VersionBody } from '#kernel/flow/design.ts'
import type { WhatIfRun } from '#kernel/flow/design-analysis.ts'
import { todayOf } from '#kernel/values/dates.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { withClient } from '#server/database/connection.ts'
import { open } from '#server/database/open.ts'
import { readEnv } from '#server/env.ts'
import { start } from '#server/start.ts'
import { bearer, calls, claim } from './claims.ts'
import { openSender, share } from './load.ts'

/**
 * `npm run bench -- what-if 10000`: that many claims of the last quarter under a draft, while others read their to-do lists, open a
 * claim and have one calculated: how long it takes, and what they wait for with it and without, in the same run.
 */
const size = Number(process.argv[3] ?? 10_000)
/** Claims that are filed; the others are copies of them. */
const originals = 20
/** Requests of one round of the others, one after the other by two of them. */
const perRound = 60
const goals = { seconds: 60, ratio: 1.2 } as const

const folder = mkdtempSync(join(tmpdir(), 'bench-what-if-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off' })
const log = pino({ level: 'error' })
const product = await start(env, serverPlugins, plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
const sender = openSender()
const type = 'expenseReimbursement'
const design = `${product.address}/workflow/def/${type}`
try {
  const [starter, head, administrator] = await Promise.all(
    ['quality', 'yangfan', 'admin'].map((user) => bearer(product, user, env.demoPassword)),
  )
  await sender.send({ clients: 2,
    calls: Array.from({ length: originals },
      (_, at) => ({ method: 'POST', headers: starter!, url: product.address + calls.apply,
        body: JSON.stringify({ business: claim(1 + at % 10) }) })) })
  await multiply(size - originals)
  // the demo company has claims that the head of another department may not read
  const ids =
    (await database.db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').innerJoin('sys_user', 'sys_user.id',
      'task.assignee').where('document.type', '=', type).where('sys_user.user_name', '=', 'yangfan').select('document.id')
      .limit(50).execute()).map(({ id }) => id)

  /** Milliseconds that others wait in one round. */
  const round = async (): Promise<readonly number[]> => {
    const { latencies } = await sender.send({ clients: 2, calls: Array.from({ length: perRound }, (_, at) => {
      if (at % 3 === 0) return { method: 'POST', headers: head!, url: `${product.address}/workflow/tasks/todoList`, body: '{}' }
      if (at % 3 === 1)
        return { method: 'GET', headers: head!, url: `${product.address}/oaserver/${type}/detail?procInstId=${ids[at % ids.length]}` }
      return { method: 'POST', headers: starter!, url: product.address + calls.calculate, body: JSON.stringify({ parameters: claim(10) }) }
    }) })
    return latencies
  }

  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(design + path, { method: body ? 'POST' : 'GET',
      headers: { ...administrator!, ...(body && { 'content-type': 'application/json' }) }, ...(body && { body: JSON.stringify(body) }) })
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: Answer }
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
  const { current } = await ask<DesignView>('/design')
  const { flow } = await ask<VersionBody>(`/version/${current}`)
  const changed = { ...flow, steps: flow.steps.map((step) => (step.id === 'deptHead' ? { ...step, when: 'totalAmountRmb > 5' } : step)) }
  const day = todayOf(new Date())

  // the analysis of all flows after the start takes minutes of processor time
  while ((await health(administrator!)).pending > 0) await pause(1_000)
  for (let warmUp = 0; warmUp < 5; warmUp += 1) await round()
  const without: number[] = []
  for (let at = 0; at < 10; at += 1) without.push(...(await round()))

  const begun = performance.now()
  let run = await ask<WhatIfRun>('/what-if', { of: { flow: changed }, from: day, to: day })
  let seconds = Number.NaN
  const finished = (async () => {
    while (run.state === 'running') {
      await pause(100)
      run = await ask<WhatIfRun>(`/what-if/${run.id}`)
    }
    seconds = (performance.now() - begun) / 1000
  })()
  const beside: number[] = []
  while (run.state === 'running') beside.push(...(await round()))
  await finished
  for (let at = 0; at < 10; at += 1) without.push(...(await round()))

  if (run.state !== 'done') throw new Error(`the run ${run.state}`)
  const [alone, together] = [share(without, 0.95), share(beside, 0.95)]
  console.log(
    `what-if over ${run.total} documents: ${seconds.toFixed(1)} s (goal ${goals.seconds}), ${run.result?.changed} of them another way`,
  )
  console.log(
    `others: median ${share(without, 0.5).toFixed(0)} ms without, ${share(beside, 0.5).toFixed(0)} ms beside it; 95 % ${
      alone.toFixed(0)
    } ms and ${together.toFixed(0)} ms: ratio ${(together / alone).toFixed(2)} (goal ${goals.ratio}), ${beside.length} calls beside it`,
  )
} finally {
  sender.close()
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

async function health(headers: Readonly<Record<string, string>>): Promise<{ readonly pending: number }> {
  const answer = await fetch(`${product.address}/workflow/def/health`, { headers })
  return ((await answer.json()) as { readonly data: { readonly pending: number } }).data
}

/** Copies the filed claims with the first entry of their history, straight in SQL: what-if runs read no more of them. */
async function multiply(copies: number): Promise<void> {
  await withClient(database.owner, async (client) => {
    const { rows } = await client.query<{ name: string }>(`select column_name as name from information_schema.columns
      where table_name = 'document' and is_generated = 'NEVER' and column_name not in ('id', 'number') order by ordinal_position`)
    const names = rows.map(({ name }) => `"${name}"`).join(', ')
    for (const table of ['document', 'document_event']) await client.query(`alter table ${table} disable trigger user`)
    await client.query(`
      with original as (select *, row_number() over (order by id desc) - 1 as place from document where type = $1)
      insert into document (id, number, ${names}) select 'copy' || at, 'COPY' || at, ${names} from generate_series(1, $2::int) at
      join original on original.place = at % ${originals}`, [type, copies])
    await client.query(`
      with original as (select id, row_number() over (order by id desc) - 1 as place from document where type = $1 and id not like 'copy%')
      insert into document_event (document, seq, round, type, by, at, payload, hash)
      select 'copy' || place_of.at, event.seq, event.round, event.type, event.by, event.at, event.payload, event.hash
      from generate_series(1, $2::int) place_of (at) join original on original.place = place_of.at % ${originals}
      join document_event event on event.document = original.id and event.seq = 1`, [type, copies])
    for (const table of ['document', 'document_event']) await client.query(`alter table ${table} enable trigger user`)
    for (const table of ['document', 'document_event']) await client.query(`analyze ${table}`)
  })
}
