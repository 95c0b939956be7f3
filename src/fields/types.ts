import type { NamedRecord } from '#approval/wire/filed-document.ts'
import type { CurrencyFormat } from '#kernel/values/currency-format.ts'
import type { ComponentType, FocusEvent } from 'react'
import type { LazyPage } from '#shell/routing/chunks.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'

export interface InputProps {
  readonly field: FieldDefinition
  readonly value: unknown
  onChange(value: unknown): void
  /** The field was left: drafts are saved and its problems shown then. */
  onBlur?(event?: FocusEvent): void
  /** Called while files are on their way into it: nothing may be sent before they are there. */
  onSending?(isSending: boolean): void
  readonly disabled?: boolean
  /** Of the focusable element, so that a label can name it. */
  readonly id: string
  /** The values around the field (form and row), for candidates and conditions. */
  readonly context: Readonly<Record<string, unknown>>
  readonly size?: 'small' | 'middle' | 'large'
  /** Inside a row table: the border shows on hover and focus only. */
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
  /** The record that the value belongs to; labels of references may lie beside their ids. */
  readonly record?: Readonly<Record<string, unknown>>
  /** The format of a money value; RMB without it. */
  readonly currency?: CurrencyFormat
}

export interface FilterProps {
  readonly field: FieldDefinition
  /** The value in the address: text, or the parts of a range or a set joined by commas. */
  readonly value: string | undefined
  onChange(value: string | undefined): void
  readonly id: string
}

/** The browser half of a field kind. */
export interface FieldRenderer {
  readonly Input: RendererComponent<InputProps>
  readonly Cell: ComponentType<CellProps>
  readonly Filter?: ComponentType<FilterProps>
}

type RendererComponent<Props> = ComponentType<Props> | LazyPage<Props>

/** Every kind's renderer, exported as `fieldRenderers` from `registry.ts`; heavy kinds are lazy. */
export type FieldRegistry = Readonly<
  Record<FieldKind,
    { readonly Input: RendererComponent<InputProps>; readonly Cell: RendererComponent<CellProps>;
      readonly Filter?: RendererComponent<FilterProps> }>
>

/** A record that a reference field offers or points at, as the reference calls answer it. */
export type ReferenceCandidate = NamedRecord
