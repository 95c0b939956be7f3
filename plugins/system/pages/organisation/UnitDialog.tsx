import type { FieldDefinition } from '#kernel/fields.ts'
import type { WritingHttp } from '#providers/http.ts'
import type { UnitDetail, UnitType } from '#plugins/system/unit-wire.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { path } from './calls.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { useOrganisationText } from './text.ts'
import { unitQueries } from './unit-queries.ts'

interface UnitDialogProps {
  /** The unit to change; without one, a new unit is added. */
  readonly unit?: UnitDetail
  /** The parent of a new one. */
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

/** Adds a unit, or changes everything that is kept of one. */
export function UnitDialog({ unit, parentId = null, parentType, onSaved, onClose }: UnitDialogProps) {
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

/** The values that the dialog of this type does not show stay as they are. */
const kept = ({ generalManager, superiorEnterprise }: UnitDetail) => ({ generalManager, superiorEnterprise })
