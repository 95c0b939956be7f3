import { defineFields, text } from '#kernel/fields.ts'
import { approve, copy, defineFlow, type Flow } from '#kernel/flow.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { type TestCaller, testProduct, type TestProduct } from '#server/documents/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'

/** Friday morning, with the weekend before the next working hours. */
export const friday = new Date('2026-11-20T10:00:00+08:00')

const people = { wang: '王伟/Wang Wei', li: '李娜/Li Na', zhao: '赵云/Zhao Yun', sun: '孙丽/Sun Li', chen: '陈晨/Chen Chen',
  boss: '周总/Zhou', admin: '钱管/Qian' }
const fixed = (...ids: string[]) => ({ rule: 'fixed' as const, people: ids })

/** li within eight working hours, then zhao within four, then a copy to chen. */
const flow: Flow = defineFlow([
  approve('first', fixed('li'), { cn: '初审', en: 'First review', hardToDecide: 'one' }),
  approve('second', fixed('zhao'), { cn: '复审', en: 'Second review', dueHours: 4 }),
  copy('notified', fixed('chen'), { cn: '抄送', en: 'Copy' }),
], { overdueHours: 8 })

const form = defineForm({
  key: 'note',
  cn: '便笺',
  en: 'Note',
  path: '/note',
  prefix: 'BJ',
  group: 'it',
  icon: 'FileOutlined',
  abortAfterCompletion: true,
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', max: 60 }),
    hardToDecideOneReason: text({ cn: '难以判定原因', en: 'Why it is hard to decide', max: 1000 }),
  }),
  flow,
})

/** A product with one form, whose flow is li, zhao, and a copy to chen. `wang` files; `admin` administers flows. */
export function office(now = friday): Promise<TestProduct> {
  return testProduct({
    plugins: [definePlugin({ id: 'test', forms: [form], permissions: Object.values(formPermissions(form.key)) })],
    serverPlugins: [],
    now,
    content: {
      name: 'an office with notes',
      async fill({ host: { db } }) {
        // a cheap hash, since signing in is not under test
        const passwordHash = await hashPassword(testPassword, 10)
        await groups(db, new Date()).create({ id: 'works', type: 'GROUP', name: '工厂/Works' })
        for (const [id, name] of Object.entries(people))
          await users(db, new Date()).create({ id, userName: id, name, passwordHash, departments: [{ id: 'works' }] })
        await groups(db, new Date()).setHeads('works', { head: 'boss' })
        await users(db, new Date()).setRoles('admin', ['workflowAdmin'])
        await roles(db).grant('employee', Object.values(formPermissions(form.key)))
      },
    },
  })
}

/** Notes in approval, over HTTP. */
export function notes(product: TestProduct) {
  const { db } = product.database
  const taskOf = async (document: string, person: string): Promise<string> => {
    const found = await db.selectFrom('task').select('id').where('document', '=', document).where('assignee', '=', person).where('state',
      '=', 'running').executeTakeFirst()
    return found?.id ?? 'none'
  }
  const done = async (answer: ReturnType<TestCaller['post']>) => {
    const { code, msg } = await answer
    if (code !== 200) throw new Error(`${code} ${msg}`)
  }

  return {
    taskOf,
    /** Files a note by wang and returns its id. */
    async file(): Promise<string> {
      const { data, code, msg } = await product.as('wang').post<{ businessKey: string }>('/oaserver/note/apply', {
        business: { title: 'x' },
      })
      if (code !== 200) throw new Error(`${code} ${msg}`)
      return data.businessKey
    },
    /** Makes a call about a running task of the person. */
    onTask: async (document: string, person: string, path: string, body: object = {}) =>
      done(product.as(person).post(path, { taskId: await taskOf(document, person), ...body })),
    on: (document: string, person: string, path: string, body: object = {}) =>
      done(product.as(person).post(path, { procInstId: document, ...body })),
    /** `recipient: title, content` of the messages about a document since `after`, in both languages. */
    async messagesAbout(document: string, after = '0'): Promise<{ cn: string[]; en: string[]; last: string }> {
      const rows = await db.selectFrom('message').selectAll().where('document', '=', document).where('id', '>', after).orderBy('recipient')
        .orderBy('id').execute()
      const number = (await db.selectFrom('document').select('number').where('id', '=', document).executeTakeFirstOrThrow()).number
      const plain = (text: string) => text.replaceAll(number, 'NO')
      return {
        cn: rows.map((row) => `${row.recipient}: ${row.title}, ${plain(row.content)}`),
        en: rows.map((row) => `${row.recipient}: ${row.en_title}, ${plain(row.en_content)}`),
        last: rows.map(({ id }) => id).toSorted((left, right) => Number(left) - Number(right)).at(-1) ?? after,
      }
    },
  }
}
