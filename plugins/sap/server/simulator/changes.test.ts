import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Simulator, startSimulator } from './server.ts'

let folder: string
let simulator: Simulator
const start = async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, file: join(folder, 'sap.jsonl'),
    now: () => new Date() })
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  await start()
  await enter('API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionItem', { PurchaseRequisition: '0010012345',
    PurchaseRequisitionItem: '00010', PurReqnReleaseStatus: '02' })
})
afterEach(async () => {
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

const enter = (set: string, values: object) =>
  fetch(`${simulator.url}/control/records/${encodeURIComponent(set)}`, { method: 'POST', body: JSON.stringify([values]) })

const line = "API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionItem(PurchaseRequisition='0010012345',PurchaseRequisitionItem='00010')"

/** Changes a record, and answers with the status and the properties that are refused. */
async function change(record: string, values: object) {
  const authorization = `Basic ${Buffer.from('oa:secret').toString('base64')}`
  const service = `${simulator.url}/sap/opu/odata/sap/${record.split('/')[0]}`
  const { headers } = await fetch(`${service}/`, { headers: { authorization, 'x-csrf-token': 'Fetch' } })
  const answer = await fetch(`${service}/${record.split('/')[1]}`, { method: 'PATCH', body: JSON.stringify(values), headers: {
    authorization,
    'if-match': '*',
    'x-csrf-token': headers.get('x-csrf-token') ?? '',
    cookie: headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; '),
  } })
  const text = await answer.text()
  const { error } = (text === '' ? {} : JSON.parse(text)) as { error?: { innererror: { errordetails: { target: string }[] } } }
  return { status: answer.status, at: (error?.innererror.errordetails ?? []).flatMap(({ target }) => target || []) }
}
const records = () => simulator.store.records('API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionItem').map(({ values }) => values)

it.each([
  ['unknown', { ReleaseStatus: '05' }],
  ['too long', { PurReqnReleaseStatus: '055' }],
  ['of another type', { RequestedQuantity: 5 }],
  ['set by SAP', { CreationDate: '/Date(0)/' }],
  ['part of the key', { PurchaseRequisitionItem: '00020' }],
  ['a record below', { to_PurchaseReqnAcctAssgmt: [{ CostCenter: 'CC1010' }] }],
])('refuses a change of a property that is %s, together with all others', async (_, wrong) => {
  expect(await change(line, { IsDeleted: 'X', ...wrong })).toEqual({ status: 400, at: Object.keys(wrong) })
  expect(records()).toEqual([{ PurchaseRequisition: '0010012345', PurchaseRequisitionItem: '00010', PurReqnReleaseStatus: '02' }])
})

it('changes no record of a set that stays as it was created', async () => {
  await enter('API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader', { MaterialDocumentYear: '2026', MaterialDocument: '4900000000' })
  expect(
    await change("API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader(MaterialDocumentYear='2026',MaterialDocument='4900000000')", {
      ReferenceDocument: 'X',
    }),
  ).toEqual({ status: 405, at: [] })
})

it('keeps a change that it took, also when it is killed', async () => {
  expect(await change(line, { PurReqnReleaseStatus: '05' })).toEqual({ status: 204, at: [] })
  await simulator.close()
  await start()
  expect(records()).toMatchObject([{ PurReqnReleaseStatus: '05' }])
})
