import { sql } from 'kysely'
import { users } from '#server/identity/organisation/users.ts'
import { parseWorkbook } from '#server/workbooks/parse.ts'
import { documentCases } from './host-probes-documents.ts'
import { defineReadProbes, ownText, ownTextIn, type OwnCase, ownData, owner } from './probes.ts'

const filed = { businessType: 'paper', parameters: { title: '文书', applicantDept: 'rd', bearingDept: 'rd', amount: '1.00' } }

/** A list of documents in its four variants, in which the owner has entries and the others have none. */
const listed = (list: string): Record<string, OwnCase> => {
  const url = `/workflow/tasks/${list}`
  const some = ({ total }: { total: number }) => total > 0
  return {
    [`POST ${url}`]: ownData(['POST', url, {}], some),
    [`POST ${url}/figures`]: ownData(['POST', `${url}/figures`, {}], some),
    [`POST ${url}/count`]: ownData(['POST', `${url}/count`, {}], (count: number) => count > 0),
    [`GET ${url}/export`]: { request: ['GET', `${url}/export`],
      isTheirs: async ({ rawPayload }) => (await parseWorkbook(new Uint8Array(rawPayload))).rows.length > 1 },
  }
}

/** Lists whose rows belong to approvers. */
const ofDeciders = Object.fromEntries(
  [...['todoList', 'doneList'].flatMap((list) => Object.keys(listed(list))), 'POST /workflow/tasks/todoNodes'].map((
    call,
  ) => [call, 'reads.integration.test.ts: the lists of tasks']),
)

/** Probes of the host's own calls; modules have theirs in `plugins/<module>/server/testing-probes.ts`. */
export const hostProbes = defineReadProbes({
  async plant(db) {
    await users(db, new Date()).update(owner, { nickname: ownText, email: `${ownText}@demo.example` })
    await sql`insert into user_input_cache (user_id, business_type, content) values (${owner}, 'paper', ${
      JSON.stringify({ title: ownText })
    })`
      .execute(db)
    await sql`insert into user_opinion_template (user_id, sort, content) values (${owner}, 0, ${ownText})`.execute(db)
    await sql`insert into import_run (owner, id, importer, file_name, sha256, state, done, total)
      values (${owner}, 'run', 'x', 'x.xlsx', 'x', 'finished', 4711, 4711)`
      .execute(db)
    await sql`insert into import_failure (id, owner, file_name, content) values ('failure', ${owner}, 'x.xlsx', ${Buffer.from(ownText)})`
      .execute(db)
    await sql`insert into message_customize (user_id, message_type, in_app, email, chat) values (${owner}, 'CC', false, false, false)`
      .execute(db)
    await sql`insert into saved_view (id, owner, page, name, query) values ('view', ${owner}, '/todo', ${ownText}, '')`.execute(db)
  },
  same: [
    'GET /docs/json',
    'GET /docs',
    'GET /public/captchaImage',
    'GET /public/identityProvider',
    'GET /workflow/form/:businessType',
    'GET /workflow/declarations',
    'GET /workflow/process/list',
    'GET /workflow/process/keyList',
    'GET /workflow/process/list/terminal',
    'GET /workflow/process/group/list',
    'GET /workflow/process/detail',
    'GET /workflow/getHomeFunction',
    'GET /workflow/form-property/:id',
    'GET /workflow/wf/defNode/nodeType/:nodeType/getWfNodeInfo',
    'GET /workflow/wf-process-def/customizedScript/:businessType',
    'GET /workflow/startNodeForm',
    'GET /workflow/usualTimes/:businessType',
    'GET /system/sysDict/list',
    'POST /system/sysDict/page',
    'GET /system/sysDict/type/:type',
    'GET /system/sysDict/enum/:type',
    'GET /oaserver/dict/:type',
    'GET /oaserver/fileWhitelist/list',
    'GET /oaserver/messages/kinds',
  ],
  everybody: [
    'GET /system/users/list',
    'POST /system/users/usersIds',
    'POST /system/users/groupIds',
    'POST /system/users/roleNames',
    'GET /system/groups/list',
    'GET /system/groups/addressBookTree',
    'GET /system/groups/userId/:id',
    'GET /system/avatar/:id',
    'POST /workflow/userNodeList',
    'POST /workflow/wfNodeCalculation',
    'POST /oaserver/:businessType/calculate',
    'GET /oaserver/:businessType/rows/:table/template',
    'POST /oaserver/:businessType/rows/:table/read',
  ],
  requests: {
    'GET /workflow/form/:businessType': ['GET', '/workflow/form/paper'],
    'GET /workflow/process/detail': ['GET', '/workflow/process/detail?key=paper'],
    'GET /workflow/form-property/:id': ['GET', '/workflow/form-property/paper:1'],
    'GET /workflow/wf/defNode/nodeType/:nodeType/getWfNodeInfo': ['GET', '/workflow/wf/defNode/nodeType/1/getWfNodeInfo?procDefId=paper:1'],
    'GET /workflow/wf-process-def/customizedScript/:businessType': ['GET', '/workflow/wf-process-def/customizedScript/paper'],
    'GET /workflow/usualTimes/:businessType': ['GET', '/workflow/usualTimes/paper'],
    'GET /workflow/startNodeForm': ['GET', '/workflow/startNodeForm?businessType=paper'],
    'GET /system/sysDict/type/:type': ['GET', '/system/sysDict/type/dingtalk-process-status'],
    'GET /oaserver/dict/:type': ['GET', '/oaserver/dict/dingtalk-process-status'],
    'GET /system/sysDict/enum/:type': ['GET', '/system/sysDict/enum/business-type'],
    'POST /system/users/usersIds': ['POST', '/system/users/usersIds', { ids: ['in-rd', 'in-line', 'judge'] }],
    'POST /system/users/groupIds': ['POST', '/system/users/groupIds', { groupIds: ['rd', 'line'] }],
    'POST /system/users/roleNames': ['POST', '/system/users/roleNames', { roleNames: ['employee'] }],
    'GET /system/groups/userId/:id': ['GET', '/system/groups/userId/in-line'],
    'POST /workflow/userNodeList': ['POST', '/workflow/userNodeList', filed],
    'POST /workflow/wfNodeCalculation': ['POST', '/workflow/wfNodeCalculation', filed],
    'POST /oaserver/:businessType/calculate': ['POST', '/oaserver/paper/calculate', { parameters: filed.parameters }],
    'GET /oaserver/:businessType/rows/:table/template': ['GET', '/oaserver/paper/rows/lines/template'],
    'POST /oaserver/:businessType/rows/:table/read': ['POST', '/oaserver/paper/rows/lines/read', { columns: ['what'], cells: [['x']] }],
  },
  own: {
    ...listed('myApply'),
    ...listed('myGotIt'),
    ...ofDeciders,
    'GET /system/profile': ownTextIn('GET', '/system/profile'),
    'GET /system/user/currentUser': ownTextIn('GET', '/system/user/currentUser'),
    'GET /idp/realms/oa/account': ownTextIn('GET', '/idp/realms/oa/account'),
    'GET /idp/realms/oa/protocol/openid-connect/userinfo': ownTextIn('GET', '/idp/realms/oa/protocol/openid-connect/userinfo'),
    'POST /idp/realms/oa/protocol/openid-connect/userinfo': ownTextIn('POST', '/idp/realms/oa/protocol/openid-connect/userinfo'),
    'GET /oaserver/user-input-cache': ownTextIn('GET', '/oaserver/user-input-cache?businessType=paper'),
    'GET /system/opinions': ownTextIn('GET', '/system/opinions'),
    'GET /oaserver/listViews': ownTextIn('GET', '/oaserver/listViews?page=/todo'),
    'GET /workflow/declarations/contribution/:point/:key':
      'plugins/designer/server/designs.integration.test.ts: everybody reads declarations',
    'GET /workflow/declarations/resource/:name':
      'plugins/designer/server/registers/registers.integration.test.ts: everybody reads declarations',
    'GET /oaserver/prints/progress/:id': 'plugins/templates/server/paper.integration.test.ts',
    'GET /public/importFailure/:id': ownTextIn('GET', '/public/importFailure/failure'),
    'GET /public/importProgress/:id': { request: ['GET', '/public/importProgress/run'],
      isTheirs: ({ payload }) => payload.includes('4711') },
    'GET /oaserver/messageCustomize/queryByUserId': ownData(['GET', '/oaserver/messageCustomize/queryByUserId'],
      (kinds: readonly { messageType: string; inApp: boolean }[]) =>
        kinds.some(({ messageType, inApp }) => messageType === 'CC' && !inApp)),
    'GET /workflow/queryStartFormAuthority': { request: ['GET', '/workflow/queryStartFormAuthority?businessType=paper'],
      isTheirs: ({ payload }) => payload.includes('"departments":["workshop"]') },
    'GET /workflow/tasks/counts': ownData(['GET', '/workflow/tasks/counts'],
      (counts: object) => Object.values(counts).some((count) => Number(count) > 0)),
    // A clerk may only file: further rows in these answers belong to others.
    'GET /system/permissions/mine': ownData(['GET', '/system/permissions/mine'],
      ({ permissions }: { permissions: readonly string[] }) => permissions.join(' ') === 'form:paper:add'),
    'GET /system/menus/current': { request: ['GET', '/system/menus/current'],
      isTheirs: ({ payload }) => !payload.includes('/system/user') },
    'GET /system/menus/closed': 'server/identity: the menus of a person',
    'POST /workflow/posting/page': 'server/postings: the posting centre',
    'POST /workflow/posting/reconcile': 'server/postings: the posting centre',
    'POST /workflow/posting/figures': 'server/postings: the posting centre',
    'GET /workflow/posting/:id': 'server/postings: the posting centre',
    'GET /workflow/posting/count': 'server/postings: the posting centre',
    'GET /workflow/posting/export': 'server/postings: the posting centre',
    'POST /workflow/intervention/page': 'server/documents/interventions: the list of interventions',
    'GET /workflow/intervention/count': 'server/documents/interventions: the list of interventions',
    'GET /workflow/config': 'server/documents/approval-settings: the settings of the company',
    'GET /workflow/def/:key/design': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/version/:hash': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/history': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/draft/:draft': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/draft/:draft/comment': 'server/documents/flow-designs: the designer of flows',
    'POST /workflow/def/:key/people': 'server/documents/flow-designs: the designer of flows',
    'POST /workflow/def/:key/simulate': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/export': 'server/documents/flow-designs: the designer of flows',
    'POST /workflow/def/:key/import': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/scenario': 'server/documents/flow-designs: the designer of flows',
    'POST /workflow/def/:key/scenario/run': 'server/documents/flow-designs: the designer of flows',
    'POST /workflow/def/:key/census': 'server/documents/flow-designs: the designer of flows',
    'GET /workflow/def/:key/what-if/:run': 'server/documents/flow-designs: the designer of flows',
    'POST /oaserver/:businessType/rows/:table/take': 'server/documents/rows: rows of another document',
    'POST /oaserver/:businessType/choices': 'server/external: choices of another system',
    'POST /ws/ticket': 'server/live',
    'GET /ws/message': 'server/live',
    'GET /oaserver/messages/count': 'reads.integration.test.ts: messages',
    'POST /oaserver/messages/page': 'reads.integration.test.ts: messages',
  },
  scoped: (world) => ({
    ...documentCases(world),
    // calls for workflow administrators only
    ...Object.fromEntries(
      ([['POST', '/workflow/def/validate', { businessType: 'paper', flow: { steps: [], settings: {} } }], ['GET',
        '/workflow/def/health?size=1', undefined], ['POST', '/workflow/def/page', { size: 1 }], ['GET', '/workflow/def/paper',
        undefined]] as const).map((
          [method, url, body],
        ) => [`${method} ${url.replace(/\?.*/, '').replace(/paper$/, ':businessType')}`, {
          seen: async (person) => (await world.ask(person, method, url, body)).statusCode,
          expected: ({ admin }) => (admin ? 200 : 403),
        }]),
    ),
  }),
})

/** Pages of the sign-in, which answer about the browser's own sign-in only. */
export const signInPages =
  /^(GET|POST) \/idp\/realms\/oa\/(\.well-known|protocol\/openid-connect\/(auth|token|certs|logout)|assets|sign-in)/
