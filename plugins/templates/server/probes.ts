import { defineReadProbes } from '#server/architecture-tests/probes.ts'
import { docx } from './testing.ts'
import { templates } from './versions.ts'

export default defineReadProbes({
  async plant(db) {
    const content = await docx({ body: ['{doc.number}'] })
    const planted = { name: 'Paper', businessType: 'paper', company: null, language: 'cn' } as const
    await templates(db).add(planted, { fileName: 'paper.docx', content, sha256: '' }, { caller: { id: 'admin' }, at: new Date() })
  },
  same: ['GET /system/template/tags/:businessType', 'GET /system/template/starter', 'GET /system/template/:id/versions', 'GET /system/template/:id/file',
    'GET /system/messageText/list', 'GET /system/seal/list', 'GET /system/seal/:company'],
  requests: {
    'GET /system/template/tags/:businessType': ['GET', '/system/template/tags/paper'],
    'GET /system/template/starter': ['GET', '/system/template/starter?businessType=paper&language=cn'],
    'GET /system/seal/:company': ['GET', '/system/seal/SZ'],
    'GET /system/template/:id/versions': async (db) => ['GET', `/system/template/${await planted(db)}/versions`],
    'GET /system/template/:id/file': async (db) => ['GET', `/system/template/${await planted(db)}/file`],
  },
})

const planted = async (db: Parameters<typeof templates>[0]) => (await db.selectFrom('sys_template').select('id').executeTakeFirstOrThrow()).id
