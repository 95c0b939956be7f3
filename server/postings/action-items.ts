import { canPosting } from '#kernel/posting-permissions.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { seen } from './rows.ts'

/** Action item: posting lines that another system refused, in documents that the caller may read. */
export const refusedPostings = (host: () => DocumentHost): ActionItemSource => ({
  id: 'refusedPostings',
  area: 'administration',
  isFailure: true,
  cn: '笔过账被拒绝',
  en: 'postings were refused',
  enOne: 'posting was refused',
  path: '/posting-centre?state=refused',
  needs: canPosting.view,
  async count({ db, caller }) {
    const { count } = await (await seen(host(), db, caller)).where('posting.state', '=', 'refused')
      .select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
})
