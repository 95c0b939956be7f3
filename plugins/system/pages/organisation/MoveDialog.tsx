import { TreeSelect } from 'antd'
import { useId, useState } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import type { UnitNode } from '#plugins/system/unit-wire.ts'
import type { TreeMove } from '../tree/moves.ts'
import { path } from './calls.ts'
import { ImpactDialog } from './ImpactDialog.tsx'
import { useOrganisationText } from './text.ts'

interface MoveDialogProps {
  readonly tree: readonly UnitNode[]
  readonly unit: { readonly id: string; readonly name: string }
  /** The place where it was dropped; without it, the place is chosen here. */
  readonly move?: TreeMove
  onMoved(id: string): void
  onClose(): void
}

interface UnitOption {
  readonly value: string
  readonly title: string
  readonly disabled: boolean
  readonly children: UnitOption[]
}

/** Moves a unit below another, after what rests on it was shown. */
export function MoveDialog({ tree, unit, move, onMoved, onClose }: MoveDialogProps) {
  const { t, name } = useOrganisationText()
  const [parentId, setParentId] = useState<string | undefined>(move?.parentId ?? undefined)
  const id = useId()
  const choices = (nodes: readonly UnitNode[]): UnitOption[] =>
    nodes.filter((node) => node.id !== unit.id).map((node) => ({ value: node.id, title: name(node.name), disabled: !node.isKept,
      children: choices(node.children) })
    )
  const isAtTop = move?.parentId === null
  const send = (http: WritingHttp) => {
    const before = move && move.parentId === (parentId ?? null) ? move.before : null
    return http.put(`${path}/sort`, { id: unit.id, parentId: parentId ?? null, before }, { quiet: true })
  }
  return (
    <ImpactDialog title={t('moveTitle', { name: name(unit.name) })} subject={{ unit: unit.id }} verb={t('moveTo')}
      isReady={parentId !== undefined || isAtTop} onDo={send} onDone={() => onMoved(unit.id)} onClose={onClose}
    >
      <label className="oa-org-label" htmlFor={id}>{t('moveTarget')}</label>
      <TreeSelect id={id} className="oa-org-wide" treeData={choices(tree)} value={parentId}
        placeholder={t(isAtTop ? 'atTop' : 'chooseTarget')} treeDefaultExpandAll showSearch treeNodeFilterProp="title"
        onChange={(chosen: string) => setParentId(chosen)} />
    </ImpactDialog>
  )
}
