import { Missing, Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { newId } from '#server/identity/id.ts'

/** The columns that a view shows or hides, and their width in pixels, where these differ from the list's defaults. */
export interface ViewColumns {
  readonly shown: Readonly<Record<string, boolean>>
  readonly widths: Readonly<Record<string, number>>
}

/** A saved view: filters, order and columns of a list. */
export interface ViewInput {
  /** Path of the list. */
  readonly page: string
  readonly name: string
  /** Filters and order as the query string of the list. */
  readonly query: string
  readonly columns: ViewColumns | null
  /** Key of the role with which it is shared. */
  readonly role: string | null
}

/** Maximum number of views per person and list. */
const most = 30

/** A person's own views of lists, and those shared with their roles. */
export function savedViews(db: Db, caller: Pick<Caller, 'id' | 'roles' | 'admin'>) {
  const { id: person, roles } = caller
  const ownOf = (page: string) =>
    db.selectFrom('saved_view').where('owner', '=', person).where('page', '=', page).where('removed_at', 'is', null)
  const demandRoom = async (page: string) => {
    const { count } = await ownOf(page).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    if (Number(count) >= most) throw new Refused('documents.tooManyViews', { most })
  }
  const demandName = async (id: string, { page, name }: Pick<ViewInput, 'page' | 'name'>) => {
    if (await ownOf(page).select('id').where('name', '=', name).where('id', '<>', id).executeTakeFirst()) throw nameTaken()
  }
  return {
    /** Views of a list: own ones first, each by name. A view holds no rows: these are read in the row scope of its reader. */
    async of(page: string) {
      const rows = await db.selectFrom('saved_view').leftJoin('sys_user', 'sys_user.id', 'saved_view.owner')
        .leftJoin('sys_role', (join) => join.onRef('sys_role.perm_chars', '=', 'saved_view.role').on('sys_role.del_flag', '=', 0))
        .select(['saved_view.id', 'saved_view.name', 'saved_view.query', 'saved_view.columns', 'saved_view.role', 'saved_view.owner',
          'sys_user.name as ownerName', 'sys_role.name as roleName'])
        .where('saved_view.page', '=', page).where('saved_view.removed_at', 'is', null)
        .where((eb) => eb.or([eb('saved_view.owner', '=', person), ...(roles.length > 0 ? [eb('saved_view.role', 'in', [...roles])] : [])]))
        .orderBy((eb) => eb('saved_view.owner', '=', person), 'desc').orderBy('saved_view.name').execute()
      return rows.map(({ owner, ...view }) => ({ ...view, own: owner === person }))
    },

    /** @throws Refused for a name in use, too many views, or a role that the person does not hold */
    async add(input: ViewInput): Promise<string> {
      mayShare(caller, input.role)
      await demandRoom(input.page)
      const id = newId()
      const added = await db.insertInto('saved_view').values({ id, owner: person, ...columnsOf(input) }).onConflict((conflict) =>
        conflict.doNothing()
      ).executeTakeFirst()
      if (added.numInsertedOrUpdatedRows === 0n) throw nameTaken()
      return id
    },

    /** @throws Missing unless it is their own */
    async change(id: string, input: ViewInput): Promise<void> {
      mayShare(caller, input.role)
      await demandName(id, input)
      const { numUpdatedRows } = await db.updateTable('saved_view').set(columnsOf(input)).where('id', '=', id).where('owner', '=', person)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Missing('documents.noSuchView')
    },

    /** Removes a view for everybody; it can be restored for some time. @throws Missing unless it is their own */
    async remove(id: string, at: Date): Promise<void> {
      const { numUpdatedRows } = await db.updateTable('saved_view').set({ removed_at: at }).where('id', '=', id).where('owner', '=', person)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new Missing('documents.noSuchView')
    },

    /**
     * Restores a removed view with everything that refers to it.
     * @throws Missing unless it is their own and was removed recently; Refused where its name is in use by now, or there are too many
     */
    async restore(id: string): Promise<void> {
      const view = await db.selectFrom('saved_view').select(['page', 'name']).where('id', '=', id).where('owner', '=', person).where(
        'removed_at',
        'is not',
        null,
      ).forUpdate()
        .executeTakeFirst()
      if (!view) throw new Missing('documents.noSuchView')
      await demandName(id, view)
      await demandRoom(view.page)
      await db.updateTable('saved_view').set({ removed_at: null }).where('id', '=', id).execute()
    },
  }
}

/** Deletes the views that were removed before an instant. */
export async function forgetRemovedViews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('saved_view').where('removed_at', '<', before).execute()
}

const columnsOf = ({ columns, ...input }: ViewInput) => ({ ...input, columns: columns && JSON.stringify(columns) })

const nameTaken = () => new Refused('documents.viewNameTaken', {}, [{ field: 'name', code: 'documents.viewNameTaken' }])

/** @throws Refused for a role that the person does not hold */
function mayShare({ roles, admin }: Pick<Caller, 'roles' | 'admin'>, role: string | null): void {
  if (role !== null && !admin && !roles.includes(role))
    throw new Refused('documents.viewRole', {}, [{ field: 'role', code: 'documents.viewRole' }])
}
