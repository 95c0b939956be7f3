import type { LightMyRequestResponse } from 'fastify'
import { parseWorkbook } from '../workbooks/parse.ts'
import { openCalls } from './open-routes.ts'
import { reads } from './reads.ts'
import type { Request } from './access-case.ts'

/** Pictures of people: shown to everybody, but nobody of this company has one. */
const without: ReadonlySet<string> = new Set(['GET /system/avatar/:id'])

/** Calls that answer whoever may make them alike, but those that strangers may make too. */
export const alike: readonly string[] = [...reads.same, ...reads.everybody].filter((call) => !without.has(call) && !openCalls.some((open) => open.test(call)))

const filed = { businessType: 'paper', parameters: { title: '文书', applicantDept: 'rd', bearingDept: 'rd', amount: '1.00' } }

/** What is asked where a call has blanks to fill. */
const asked: Readonly<Record<string, (role: string) => Request>> = {
  'GET /workflow/form/:businessType': () => ['GET', '/workflow/form/paper'],
  'GET /workflow/process/detail': () => ['GET', '/workflow/process/detail?key=paper'],
  'GET /workflow/form-property/:id': () => ['GET', '/workflow/form-property/paper:1'],
  'GET /workflow/wf/defNode/nodeType/:nodeType/getWfNodeInfo': () => ['GET', '/workflow/wf/defNode/nodeType/1/getWfNodeInfo?procDefId=paper:1'],
  'GET /workflow/wf-process-def/customizedScript/:businessType': () => ['GET', '/workflow/wf-process-def/customizedScript/paper'],
  'GET /workflow/startNodeForm': () => ['GET', '/workflow/startNodeForm?businessType=paper'],
  'GET /system/sysDict/type/:type': () => ['GET', '/system/sysDict/type/dingtalk-process-status'],
  'GET /oaserver/dict/:type': () => ['GET', '/oaserver/dict/oaChangeProcess'],
  'GET /system/sysDict/enum/:type': () => ['GET', '/system/sysDict/enum/business-type'],
  'GET /budgetservice/exchangeRate/current': () => ['GET', '/budgetservice/exchangeRate/current?currency=CNY'],
  'GET /budgetservice/parameter/list': () => ['GET', '/budgetservice/parameter/list'],
  'GET /budgetservice/exchangeRate/year/:year': () => ['GET', '/budgetservice/exchangeRate/year/2026'],
  'GET /budgetservice/exchangeRate/changes': () => ['GET', '/budgetservice/exchangeRate/changes?currency=USD&yearMonth=2026-11'],
  'GET /system/role/:id': (role) => ['GET', `/system/role/${role}`],
  'POST /system/role/:id/users/page': (role) => ['POST', `/system/role/${role}/users/page`, { size: 100 }],
  'POST /system/dataScope/try': () => ['POST', '/system/dataScope/try', { userId: 'in-rd' }],
  'POST /system/users/usersIds': () => ['POST', '/system/users/usersIds', { ids: ['in-rd', 'in-line', 'judge'] }],
  'POST /system/users/groupIds': () => ['POST', '/system/users/groupIds', { groupIds: ['rd', 'line'] }],
  'POST /system/users/roleNames': () => ['POST', '/system/users/roleNames', { roleNames: ['employee'] }],
  'GET /system/groups/userId/:id': () => ['GET', '/system/groups/userId/in-line'],
  'POST /workflow/userNodeList': () => ['POST', '/workflow/userNodeList', filed],
  'POST /workflow/wfNodeCalculation': () => ['POST', '/workflow/wfNodeCalculation', filed],
  'POST /oaserver/:businessType/calculate': () => ['POST', '/oaserver/paper/calculate', { parameters: filed.parameters }],
}

/** What is asked of a call that answers everybody alike; `role` is the id of one. */
export function requestTo(call: string, role: string): Request {
  const [method, url = ''] = call.split(' ')
  return asked[call]?.(role) ?? (method === 'POST' ? ['POST', url, {}] : ['GET', url])
}

/** An answer without what differs each time. */
export async function plain({ statusCode, headers, rawPayload, payload }: LightMyRequestResponse): Promise<unknown> {
  if (String(headers['content-type']).includes('spreadsheet')) return { statusCode, rows: (await parseWorkbook(new Uint8Array(rawPayload))).rows }
  const { traceId: _, ...answer } = JSON.parse(payload) as Record<string, unknown>
  return { statusCode, ...answer }
}
