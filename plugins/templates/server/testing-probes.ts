import { type AccessCase, type SendProbe, defineReadProbes } from '#server/architecture-tests/probes.ts'
import type { Db } from '#server/database/tables.ts'
import { systemClock } from '#server/system-clock.ts'
import { docx } from './testing.ts'
import { templates } from './versions.ts'

const planted = async (db: Db) => (await db.selectFrom('sys_template').select('id').executeTakeFirstOrThrow()).id

/** Probe for a file that is the same for everyone with the right. */
const file = (ask: SendProbe, url: () => Promise<string>): AccessCase => ({
  seen: async (person) => (await ask(person, 'GET', await url())).statusCode,
  expected: () => 200,
})

export default defineReadProbes({
  async plant(db) {
    const at = systemClock.now()
    const content = await docx({ body: ['{doc.number}'] })
    const sample = { name: 'Paper', businessType: 'paper', company: null, language: 'cn' } as const
    await templates(db).add(sample, { fileName: 'paper.docx', content, sha256: '' }, { caller: { id: 'admin' }, at })
    await db.insertInto('company_seal').values({ company: 'SZ', type: 'image/png', width: 1, height: 1, image: Buffer.from('picture'),
      uploaded_by: 'admin', upload_time: at }).execute()
  },
  same: ['GET /system/template/tags/:businessType', 'GET /system/template/importTargets', 'GET /system/template/:id/versions',
    'GET /system/messageText/list', 'GET /system/messageText/:kind/versions', 'GET /system/seal/list'],
  requests: {
    'GET /system/messageText/:kind/versions': ['GET', '/system/messageText/arrived/versions'],
    'GET /system/template/tags/:businessType': ['GET', '/system/template/tags/paper'],
    'GET /system/template/:id/versions': async (db) => ['GET', `/system/template/${await planted(db)}/versions`],
  },
  scoped: ({ ask, db }) => ({
    'GET /system/template/starter': file(ask, async () => '/system/template/starter?businessType=paper&language=cn'),
    'GET /system/template/importStarter': file(ask, async () => '/system/template/importStarter?target=exchangeRate&language=cn'),
    'GET /system/template/:id/file': file(ask, async () => `/system/template/${await planted(db())}/file`),
    'GET /system/seal/:company': file(ask, async () => '/system/seal/SZ'),
  }),
})
