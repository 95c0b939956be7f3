import { useEffect, useId, useState } from 'react'
import { Button, TreeSelect } from 'antd'
import type { FieldDefinition } from '#kernel/fields.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import type { WritingHttp } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import type { UnitDetail, UnitNode, UnitType } from '#plugins/system/organisation-wire.ts'
import { canOrganisation } from '#plugins/system/permissions.ts'
import type { TreeMove } from '../tree/moves.ts'
import { path, unitQueries, useOrganisationText } from './organisation.ts'
import { ImpactDialog } from './ImpactDialog.tsx'
import { cn, en } from './texts.ts'

/** A requested change of the organisation, to be confirmed in a dialog. */
export type OrganisationChange =
  | { readonly act: 'add'; readonly parent: UnitNode | undefined }
  | { readonly act: 'drop'; readonly unit: UnitNode; readonly move: TreeMove }
  | { readonly act: UnitAct; readonly unit: UnitDetail }

interface DialogsProps {
  readonly change: OrganisationChange
  readonly tree: readonly UnitNode[]
  onChoose(id: string | undefined): void
  onClose(): void
}

/** Dialog of the requested change. */
export function OrganisationDialogs({ change, tree, onChoose, onClose }: DialogsProps) {
  if (change.act === 'add')
    return <UnitDialog parentId={change.parent?.id ?? null} parentType={change.parent?.type} onSaved={onChoose} onClose={onClose} />
  if (change.act === 'drop') return <MoveDialog tree={tree} unit={change.unit} move={change.move} onMoved={onChoose} onClose={onClose} />
  return <OfUnit act={change.act} unit={change.unit} tree={tree} onChoose={onChoose} onClose={onClose} />
}

interface OfUnitProps extends Omit<DialogsProps, 'change'> {
  readonly act: UnitAct
  readonly unit: UnitDetail
}

function OfUnit({ act, unit, tree, onChoose, onClose }: OfUnitProps) {
  const named = { id: unit.id, name: `${unit.nameCn}/${unit.nameEn}` }
  if (act === 'edit') return <UnitDialog unit={unit} onSaved={onChoose} onClose={onClose} />
  if (act === 'addBelow') return <UnitDialog parentId={unit.id} parentType={unit.type} onSaved={onChoose} onClose={onClose} />
  if (act === 'move') return <MoveDialog tree={tree} unit={named} onMoved={onChoose} onClose={onClose} />
  if (act === 'enable') return <Enabling id={unit.id} onDone={onClose} />
  return <Ending act={act} named={named} onRemoved={() => onChoose(undefined)} onClose={onClose} />
}

interface EndingProps {
  readonly act: 'disable' | 'remove'
  readonly named: { readonly id: string; readonly name: string }
  onRemoved(): void
  onClose(): void
}

/** Dialog to disable a unit, or to delete an empty one, with its usages. */
function Ending({ act, named, onRemoved, onClose }: EndingProps) {
  const { t, name } = useOrganisationText()
  const end = (http: WritingHttp) =>
    act === 'disable'
      ? http.put(`${path}/${named.id}/enable`, { enable: false }, { quiet: true })
      : http.delete(`${path}/${named.id}`, {}, { quiet: true })
  return (
    <ImpactDialog title={t(act === 'disable' ? 'disableTitle' : 'removeTitle', { name: name(named.name) })} subject={{ unit: named.id }}
      verb={t(act)} isDangerous onDo={end} onDone={act === 'remove' ? onRemoved : undefined} onClose={onClose}
    >
      {act === 'remove' && <p className="oa-org-quiet second">{t('removeText')}</p>}
    </ImpactDialog>
  )
}

/** Enables a unit on mount, without confirmation since nothing is lost. */
function Enabling({ id, onDone }: { id: string; onDone(): void }) {
  const { run } = useCommand({ touches: unitQueries })
  useEffect(() => {
    void run((http) => http.put(`${path}/${id}/enable`, { enable: true })).finally(onDone)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- enabled once, when this is mounted
  }, [])
  return null
}

interface MoveDialogProps {
  readonly tree: readonly UnitNode[]
  readonly unit: { readonly id: string; readonly name: string }
  /** Drop position; if absent, the position is selected in the dialog. */
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

/** Dialog to move a unit below another parent, with its usages. */
function MoveDialog({ tree, unit, move, onMoved, onClose }: MoveDialogProps) {
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
      <label className="oa-org-label second block small" htmlFor={id}>{t('moveTarget')}</label>
      <TreeSelect id={id} className="below-12 wide" treeData={choices(tree)} value={parentId}
        placeholder={t(isAtTop ? 'atTop' : 'chooseTarget')} treeDefaultExpandAll showSearch treeNodeFilterProp="title"
        onChange={(chosen: string) => setParentId(chosen)} />
    </ImpactDialog>
  )
}

interface UnitDialogProps {
  /** Unit to edit; undefined for a new one. */
  readonly unit?: UnitDetail
  /** Parent of a new unit. */
  readonly parentId?: string | null
  readonly parentType?: UnitType
  onSaved(id: string): void
  onClose(): void
}

type UnitTextKey = keyof typeof cn

const field = (kind: FieldDefinition['kind'], name: UnitTextKey, more: Partial<FieldDefinition> = {}): DialogField => ({ name,
  field: { kind, cn: cn[name], en: en[name], ...more } as FieldDefinition })

const names = [field('text', 'nameCn', { required: true, max: 30 }), field('text', 'nameEn', { max: 30 }),
  field('text', 'code', { max: 30 }), field('text', 'sapCode', { max: 30 })]

const leaders = [field('person', 'head'), field('person', 'deputy'), field('person', 'vicePresident')]

const ofEnterprises = [field('person', 'generalManager'), field('department', 'superiorEnterprise')]

const budget = field('switch', 'hasBudgetDept')

const typesBelow: Readonly<Record<UnitType | 'top', readonly UnitType[]>> = { top: ['GROUP', 'ENTERPRISE'],
  GROUP: ['DEPARTMENT', 'ENTERPRISE', 'GROUP'], ENTERPRISE: ['DEPARTMENT', 'ENTERPRISE'], DEPARTMENT: ['DEPARTMENT'] }

const fieldsOf = (type: unknown): readonly DialogField[] => [...names, ...leaders, ...(type === 'DEPARTMENT' ? [] : ofEnterprises), budget]

/** Dialog to add a unit or edit all its attributes. */
function UnitDialog({ unit, parentId = null, parentType, onSaved, onClose }: UnitDialogProps) {
  const { t, locale } = useOrganisationText()
  const types = typesBelow[parentType ?? 'top']
  const typeField = field('select', 'type', { required: true, options: types.map((value) => ({ value, cn: cn[value], en: en[value] })) })
  const save = (value: Readonly<Record<string, unknown>>, http: WritingHttp) => {
    const body = { ...value, hasBudgetDept: value['hasBudgetDept'] === true }
    return unit
      ? http.put<UnitDetail>(path, { ...kept(unit), ...body, id: unit.id, version: unit.version }, { quiet: true })
      : http.post<UnitDetail>(path, { ...body, nameEn: value['nameEn'] ?? '', parentId }, { quiet: true, adds: true })
  }
  return (
    <FieldsDialog
      title={unit ? t('editTitle', { name: locale === 'cn' ? unit.nameCn : unit.nameEn }) : t('add')}
      fields={({ type }) => (unit ? fieldsOf(unit.type) : [typeField, ...fieldsOf(type)])}
      start={unit ? { ...unit } : { type: types[0] }}
      aliases={{ name: 'nameCn' }}
      touches={unitQueries}
      save={save}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    />
  )
}

/** Attributes that the dialog does not show for this type, sent unchanged. */
const kept = ({ generalManager, superiorEnterprise }: UnitDetail) => ({ generalManager, superiorEnterprise })

export type UnitAct = 'edit' | 'addBelow' | 'move' | 'disable' | 'enable' | 'remove'

/** The actions of the caller on a unit. */
export function UnitActions({ unit, onAct }: { unit: UnitDetail; onAct(act: UnitAct): void }) {
  const { t } = useOrganisationText()
  const canEdit = may(canOrganisation.edit)
  return (
    <span className="flex wrap gap-4">
      {canEdit && <Button onClick={() => onAct('edit')}>{t('edit')}</Button>}
      {may(canOrganisation.add) && unit.enable && <Button onClick={() => onAct('addBelow')}>{t('addBelow')}</Button>}
      {canEdit && <Button type="text" onClick={() => onAct('move')}>{t('moveTo')}</Button>}
      {canEdit && (
        <Button type="text" onClick={() => onAct(unit.enable ? 'disable' : 'enable')}>{t(unit.enable ? 'disable' : 'enable')}</Button>
      )}
      {may(canOrganisation.delete) && <Button type="text" danger onClick={() => onAct('remove')}>{t('remove')}</Button>}
    </span>
  )
}
