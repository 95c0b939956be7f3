import { type AccessCase, dataOf, type FiledDocument, idsOf, oneByOne, type ReadWorld, type Request, rowsOf } from './probes.ts'
import { opens, type ScopePerson, seesAll } from './scope-company.ts'

const seenBy = (documents: readonly FiledDocument[], person: ScopePerson) =>
  documents.filter(({ department, bearing }) => seesAll(person) || opens(person, department) || opens(person, bearing))

/** Calls that answer documents, and data of documents: history, files, bindings. */
export const documentCases = (world: ReadWorld): Record<string, AccessCase> => ({ ...lists(world), ...ofOneDocument(world) })

function lists({ ask, documents }: ReadWorld): Record<string, AccessCase> {
  const expected = (person: ScopePerson) => idsOf(seenBy(documents(), person))
  const counted = (person: ScopePerson) => seenBy(documents(), person).length
  const listed = (...[method, url, body]: Request): AccessCase => ({
    seen: async (person) => {
      const { records, total } = await dataOf<{ records: { id?: string; businessKey: string }[]; total: number }>(
        ask(person, method, url, { ...body, size: 100 }),
      )
      return { ids: records.map(({ businessKey, id }) => businessKey ?? id).toSorted(), total }
    },
    expected: (person) => ({ ids: expected(person), total: counted(person) }),
  })
  // each filed document has one running node
  const summed = (url: string) => async (person: ScopePerson) =>
    (await dataOf<{ count: number }[]>(ask(person, 'POST', url, {}))).reduce((sum, { count }) => sum + count, 0)
  return {
    'POST /workflow/tasks/all': listed('POST', '/workflow/tasks/all', {}),
    'POST /oaserver/:businessType/page': listed('POST', '/oaserver/paper/page', {}),
    'POST /oaserver/:businessType/statistics': {
      seen: async (person) => (await dataOf<{ total: number }>(ask(person, 'POST', '/oaserver/paper/statistics', {}))).total,
      expected: counted,
    },
    'GET /oaserver/:businessType/export': {
      seen: (person) => rowsOf(ask(person, 'GET', '/oaserver/paper/export')),
      expected: counted,
    },
    'POST /workflow/getProcess': listed('POST', '/workflow/getProcess', {}),
    'POST /system/reference/:kind/page': listed('POST', '/system/reference/documentLink/page', {}),
    'POST /workflow/tasks/all/figures': {
      seen: async (person) => (await dataOf<{ total: number }>(ask(person, 'POST', '/workflow/tasks/all/figures', {}))).total,
      expected: counted,
    },
    'POST /workflow/tasks/allNodes': { seen: summed('/workflow/tasks/allNodes'), expected: counted },
    'POST /workflow/tasks/allAges': { seen: summed('/workflow/tasks/allAges'), expected: counted },
    'POST /workflow/tasks/all/count': { seen: (person) => dataOf(ask(person, 'POST', '/workflow/tasks/all/count', {})), expected: counted },
    'GET /workflow/tasks/all/export': {
      seen: (person) => rowsOf(ask(person, 'GET', '/workflow/tasks/all/export')),
      expected: counted,
    },
    'GET /workflow/documents/found': {
      seen: async (person) =>
        (await dataOf<{ procInstId: string }[]>(
          ask(person, 'GET', `/workflow/documents/found?keyword=${encodeURIComponent('文书')}&size=20`),
        )).map(({ procInstId }) => procInstId)
          .toSorted(),
      expected,
    },
    'POST /system/reference/:kind/find': {
      seen: async (person) => [
        idsOf(await dataOf(ask(person, 'POST', '/system/reference/documentLink/find', { ids: documents().map(({ id }) => id) }))),
        idsOf(await dataOf(ask(person, 'POST', '/system/reference/attachment/find', { ids: documents().map(({ file }) => file) }))),
      ],
      expected: (person) => [expected(person), seenBy(documents(), person).map(({ file }) => file).toSorted()],
    },
  }
}

function ofOneDocument({ ask, documents }: ReadWorld): Record<string, AccessCase> {
  const requests: Readonly<Record<string, (id: string, document?: FiledDocument) => Request>> = {
    'GET /oaserver/:businessType/detail': (id) => ['GET', `/oaserver/paper/detail?procInstId=${id}`],
    'POST /workflow/getProcessInstanceNodeInfo': (procInstId) => ['POST', '/workflow/getProcessInstanceNodeInfo', { procInstId }],
    'GET /workflow/historicFlow': (id) => ['GET', `/workflow/historicFlow?procInstId=${id}`],
    'POST /workflow/getProcessRecordList': (procInstId) => ['POST', '/workflow/getProcessRecordList', { procInstId }],
    'POST /workflow/approvingNodeForm': (procInstId) => ['POST', '/workflow/approvingNodeForm', { procInstId }],
    'GET /workflow/checkBusinessBind/:procInstId': (id) => ['GET', `/workflow/checkBusinessBind/${id}`],
    'GET /workflow/canReimburse/:procInstId': (id) => ['GET', `/workflow/canReimburse/${id}`],
    'GET /workflow/rounds/:procInstId': (id) => ['GET', `/workflow/rounds/${id}`],
    'GET /workflow/pastAmounts/:procInstId': (id) => ['GET', `/workflow/pastAmounts/${id}`],
    'GET /workflow/v2/backList/:procInstId': (id) => ['GET', `/workflow/v2/backList/${id}`],
    'GET /workflow/admin/jumpList/:procInstId': (id) => ['GET', `/workflow/admin/jumpList/${id}`],
    'POST /workflow/getSelectUsers': (
      procInstId,
    ) => ['POST', '/workflow/getSelectUsers', { procInstId, params: { nodeId: 'first', businessType: 'paper' } }],
    'GET /oaserver/attachment/download': (id, document) => ['GET', `/oaserver/attachment/download?id=${document?.file ?? id}`],
    'GET /public/files/conversion/isExists/:id': (id, document) => ['GET', `/public/files/conversion/isExists/${document?.file ?? id}`],
    'GET /oaserver/isDelFile': (id, document) => ['GET', `/oaserver/isDelFile?id=${document?.file ?? id}`],
    'GET /oaserver/attachment/list/businessIdAndType': (
      id,
    ) => ['GET', `/oaserver/attachment/list/businessIdAndType?businessId=${id}&businessType=paper`],
    'POST /oaserver/attachment/page': (businessId) => ['POST', '/oaserver/attachment/page', { businessId, businessType: 'paper' }],
    'POST /oaserver/attachment/downloadZip/:businessNo': (id,
      document) => ['POST', '/oaserver/attachment/downloadZip/papers', [document?.file ?? id]],
    'GET /oaserver/:businessType/:businessKey/print': (id) => ['GET', `/oaserver/paper/${id}/print`],
    'GET /oaserver/:businessType/:businessKey/wordTemplate': (id) => ['GET', `/oaserver/paper/${id}/wordTemplate`],
    'GET /oaserver/:businessType/:businessKey/cover': (id) => ['GET', `/oaserver/paper/${id}/cover`],
    'GET /oaserver/:businessType/:businessKey/labels': (id) => ['GET', `/oaserver/paper/${id}/labels`],
    'POST /oaserver/prints/merged': (id) => ['POST', '/oaserver/prints/merged', { documents: [id] }],
    'POST /oaserver/prints/archive': (id) => ['POST', '/oaserver/prints/archive', { documents: [id] }],
    'GET /oaserver/:businessType/downloadWordPDF': (id) => ['GET', `/oaserver/paper/downloadWordPDF?procInstId=${id}`],
    'GET /oaserver/:businessType/downloadWord': (id) => ['GET', `/oaserver/paper/downloadWord?procInstId=${id}`],
  }
  return Object.fromEntries(
    Object.entries(requests).map((
      [call, request],
    ) => [call, oneByOne(ask, { things: documents, request, of: (person) => seenBy(documents(), person) })]),
  )
}
