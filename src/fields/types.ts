import type { ComponentType, FocusEvent } from 'react'
import type { CurrencyFormat } from '#kernel/values/money.ts'
import type { FieldDefinition, HostKind } from '#kernel/fields.ts'
import type { ModuleKind } from '#kernel/kinds/module-kind.ts'
import type { NamedRecord } from '#approval/wire/filed-document.ts'
import type { LazyPage } from '#shell/routing/chunks.ts'

export interface InputProps {
  readonly field: FieldDefinition
  readonly value: unknown
  onChange(value: unknown): void
  /** Called when the field loses focus; drafts are saved and its problems are shown then. */
  onBlur?(event?: FocusEvent): void
  /** Called when uploads into the field start and end; the form cannot be submitted in between. */
  onSending?(isSending: boolean): void
  readonly disabled?: boolean
  /** Id of the focusable element, for its label. */
  readonly id: string
  /** Values of the form and row, for candidates and conditions. */
  readonly context: Readonly<Record<string, unknown>>
  readonly size?: 'small' | 'middle' | 'large'
  /** `borderless` in row tables: the border appears on hover and focus only. */
  readonly variant?: 'outlined' | 'borderless'
  readonly status?: 'error' | 'warning'
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-required'?: boolean
}

export interface CellProps {
  readonly field: FieldDefinition
  readonly value: unknown
  /** The record with the value; it may contain labels of references next to their ids. */
  readonly record?: Readonly<Record<string, unknown>>
  /** Currency format of an amount. @default RMB */
  readonly currency?: CurrencyFormat
}

export interface FilterProps {
  readonly field: FieldDefinition
  /** Value in the URL: text; parts of a range or set are joined with commas. */
  readonly value: string | undefined
  onChange(value: string | undefined): void
  readonly id: string
}

/** The browser half of a field kind: its components. */
export interface FieldRenderer {
  readonly Input: RendererComponent<InputProps>
  readonly Cell: ComponentType<CellProps>
  readonly Filter?: ComponentType<FilterProps>
}

type RendererComponent<Props> = ComponentType<Props> | LazyPage<Props>

/** The components of a field, some of them lazy chunks. */
export interface KindComponents {
  readonly Input: RendererComponent<InputProps>
  readonly Cell: RendererComponent<CellProps>
  /** Absent for kinds that cannot be filtered by. */
  readonly Filter?: RendererComponent<FilterProps>
}

/** Returns the components of a field. */
export type FindComponents = (field: Pick<FieldDefinition, 'kind' | 'components'>) => KindComponents

/** The renderers of the framework's kinds; large ones are lazy. */
export type FieldRegistry = Readonly<Record<HostKind, KindComponents>>

/** The browser half of a module's kind; missing components are those of the kind in `drawnAs`. */
export interface DrawnKind extends Partial<KindComponents> {
  readonly kind: ModuleKind
  /** @default text */
  readonly drawnAs?: HostKind
}

/** Components that replace those of the kind for single fields; each is a lazy chunk. */
export interface FieldComponents {
  readonly Input?: LazyPage<InputProps>
  readonly Cell?: LazyPage<CellProps>
}

/** A record that a reference field offers or holds, in the answer of the reference calls. */
export type ReferenceCandidate = NamedRecord

type Control = Omit<InputProps, 'field' | 'value' | 'context' | 'onChange'>

/** The input properties that an antd control accepts unchanged. */
export function controlOf(props: InputProps): Control {
  const { id, onBlur, disabled, size, variant, status } = props
  return {
    id,
    onBlur,
    disabled,
    size,
    variant,
    status,
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-label': props['aria-label'],
    'aria-required': props['aria-required'],
  }
}

/** The same for controls that antd renders as a box around an input; without `aria-required`, which is invalid on the box. */
export function boxControlOf(props: InputProps): Omit<Control, 'aria-required'> {
  const { 'aria-required': _, ...control } = controlOf(props)
  return control
}
