import { parseWorkbook } from '../workbooks/parse.ts'
import { recordTrials } from './read-probes-records.ts'
import { opens, type Person, seesAll } from './scope-company.ts'
import { type Ask, dataOf, idsOf, oneByOne, type Request, type Trial } from './access-case.ts'

/** A filed document with its file and the task that it waits at. */
export interface Paper {
  readonly id: string
  readonly department: string
  readonly bearing: string
  readonly file: string
}

const papersOf = (papers: readonly Paper[], person: Person) => papers.filter(({ department, bearing }) => seesAll(person) || opens(person, department) || opens(person, bearing))

/** The trial of each call that answers rows of somebody. */
export function trials(ask: Ask, papers: readonly Paper[]): Readonly<Record<string, Trial>> {
  return { ...documentLists(ask, papers), ...ofOneDocument(ask, papers), ...recordTrials(ask) }
}

function documentLists(ask: Ask, papers: readonly Paper[]): Record<string, Trial> {
  const due = (person: Person) => idsOf(papersOf(papers, person))
  const counted = (person: Person) => papersOf(papers, person).length
  const listed = (...[method, url, body]: Request): Trial => ({
    seen: async (person) => {
      const { records, total } = await dataOf<{ records: { id?: string; businessKey: string }[]; total: number }>(ask(person, method, url, { ...body, size: 100 }))
      return { ids: records.map(({ businessKey, id }) => businessKey ?? id).toSorted(), total }
    },
    due: (person) => ({ ids: due(person), total: counted(person) }),
  })
  return {
    'POST /workflow/tasks/all': listed('POST', '/workflow/tasks/all', {}),
    'POST /oaserver/:businessType/page': listed('POST', '/oaserver/paper/page', {}),
    'POST /workflow/getProcess': listed('POST', '/workflow/getProcess', {}),
    'POST /system/reference/:kind/page': listed('POST', '/system/reference/documentLink/page', {}),
    'POST /workflow/tasks/all/figures': {
      seen: async (person) => (await dataOf<{ total: number }>(ask(person, 'POST', '/workflow/tasks/all/figures', {}))).total,
      due: counted,
    },
    'POST /workflow/tasks/all/count': { seen: (person) => dataOf(ask(person, 'POST', '/workflow/tasks/all/count', {})), due: counted },
    'GET /workflow/tasks/all/export': {
      seen: async (person) => (await parseWorkbook(new Uint8Array((await ask(person, 'GET', '/workflow/tasks/all/export')).rawPayload))).rows.length - 1,
      due: counted,
    },
    'GET /workflow/documents/found': {
      seen: async (person) => (await dataOf<{ procInstId: string }[]>(ask(person, 'GET', `/workflow/documents/found?keyword=${encodeURIComponent('文书')}&size=20`))).map(({ procInstId }) => procInstId).toSorted(),
      due,
    },
    'POST /system/reference/:kind/find': {
      seen: async (person) => [
        idsOf(await dataOf(ask(person, 'POST', '/system/reference/documentLink/find', { ids: papers.map(({ id }) => id) }))),
        idsOf(await dataOf(ask(person, 'POST', '/system/reference/attachment/find', { ids: papers.map(({ file }) => file) }))),
      ],
      due: (person) => [due(person), papersOf(papers, person).map(({ file }) => file).toSorted()],
    },
  }
}

function ofOneDocument(ask: Ask, papers: readonly Paper[]): Record<string, Trial> {
  const requests: Readonly<Record<string, (id: string, paper?: Paper) => Request>> = {
    'GET /oaserver/:businessType/detail': (id) => ['GET', `/oaserver/paper/detail?procInstId=${id}`],
    'POST /workflow/getProcessInstanceNodeInfo': (procInstId) => ['POST', '/workflow/getProcessInstanceNodeInfo', { procInstId }],
    'GET /workflow/historicFlow': (id) => ['GET', `/workflow/historicFlow?procInstId=${id}`],
    'POST /workflow/getProcessRecordList': (procInstId) => ['POST', '/workflow/getProcessRecordList', { procInstId }],
    'POST /workflow/approvingNodeForm': (procInstId) => ['POST', '/workflow/approvingNodeForm', { procInstId }],
    'GET /workflow/checkBusinessBind/:procInstId': (id) => ['GET', `/workflow/checkBusinessBind/${id}`],
    'GET /workflow/canReimburse/:procInstId': (id) => ['GET', `/workflow/canReimburse/${id}`],
    'GET /workflow/rounds/:procInstId': (id) => ['GET', `/workflow/rounds/${id}`],
    'GET /workflow/v2/backList/:procInstId': (id) => ['GET', `/workflow/v2/backList/${id}`],
    'GET /workflow/admin/jumpList/:procInstId': (id) => ['GET', `/workflow/admin/jumpList/${id}`],
    'POST /workflow/getSelectUsers': (procInstId) => ['POST', '/workflow/getSelectUsers', { procInstId, params: { nodeId: 'first', businessType: 'paper' } }],
    'GET /oaserver/attachment/download': (id, paper) => ['GET', `/oaserver/attachment/download?id=${paper?.file ?? id}`],
    'GET /oaserver/isDelFile': (id, paper) => ['GET', `/oaserver/isDelFile?id=${paper?.file ?? id}`],
    'GET /oaserver/attachment/list/businessIdAndType': (id) => ['GET', `/oaserver/attachment/list/businessIdAndType?businessId=${id}&businessType=paper`],
    'POST /oaserver/attachment/page': (businessId) => ['POST', '/oaserver/attachment/page', { businessId, businessType: 'paper' }],
    'POST /oaserver/attachment/downloadZip/:businessNo': (id, paper) => ['POST', '/oaserver/attachment/downloadZip/papers', [paper?.file ?? id]],
    'GET /oaserver/:businessType/:businessKey/print': (id) => ['GET', `/oaserver/paper/${id}/print`],
    'GET /oaserver/:businessType/downloadWordPDF': (id) => ['GET', `/oaserver/paper/downloadWordPDF?procInstId=${id}`],
    'GET /oaserver/:businessType/downloadWord': (id) => ['GET', `/oaserver/paper/downloadWord?procInstId=${id}`],
  }
  return Object.fromEntries(Object.entries(requests).map(([call, request]) => [call, oneByOne(ask, papers, request, (person) => papersOf(papers, person))]))
}
