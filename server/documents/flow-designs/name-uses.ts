import type { Form } from '#kernel/form.ts'
import { type NameUses, usesName } from '#server/extensions/name-uses.ts'
import type { Label } from '#kernel/wording/label.ts'

/** The flows that use a role, in force or as an open draft; those of designed forms are in force with their designs. */
export const flowNameUses = (forms: ReadonlyMap<string, Form>): NameUses => async (db, name) => {
  if (name.of !== 'role') return []
  const inForce = await db.selectFrom('definition_current as current').innerJoin('definition',
    (join) =>
      join.onRef('definition.kind', '=', 'current.kind').onRef('definition.key', '=', 'current.key').onRef('definition.hash', '=',
        'current.hash')).where('current.kind', '=', 'flow')
    .select(['definition.key', 'definition.body']).execute()
  const drafts = await db.selectFrom('flow_draft as draft').innerJoin('flow_draft_revision as revision',
    (join) => join.onRef('revision.draft', '=', 'draft.id').onRef('revision.revision', '=', 'draft.revision')).where('draft.ended_at', 'is',
      null)
    .select(['draft.key', 'revision.body']).orderBy('draft.id').execute()
  const nameOf = (key: string): Label => forms.get(key) ?? { cn: key, en: key }
  return [
    ...inForce.filter(({ key, body }) => !forms.get(key)?.designed && usesName(body, name)).map(({ key }) =>
      labelled(nameOf(key), { cn: '流程', en: 'flow' })
    ),
    ...drafts.filter(({ body }) => usesName(body, name)).map(({ key }) =>
      labelled(nameOf(key), { cn: '流程草稿', en: 'draft of the flow' })
    ),
  ]
}

const labelled = ({ cn, en }: Label, what: Label): Label => ({ cn: `${cn}（${what.cn}）`, en: `${en} (${what.en})` })
