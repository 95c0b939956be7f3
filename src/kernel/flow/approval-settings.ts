import { defineFlow, type FlowSettings } from '../flow.ts'
import type { Label } from '../wording/label.ts'
import { definePermissions } from '../permissions.ts'
import type { NamedUser } from './design.ts'

/** The right to change the settings of approvals for the whole company. */
export const canConfigure = definePermissions('workflow:config', ['edit'])

/** Settings of approvals for the whole company. */
export interface ApprovalSettings {
  /** Settings that a new flow begins with; a flow keeps its own. */
  readonly flow: NewFlowSettings
  /** Days of being overdue on which the holder of a task is reminded, ascending. */
  readonly reminderDays: readonly number[]
}

export type NewFlowSettings =
  & Pick<FlowSettings, 'dedupe' | 'emptyApprover' | 'initiatorApprover' | 'urgeMinutes'>
  & Required<Pick<FlowSettings, 'again' | 'overdueHours'>>

const { dedupe, emptyApprover, initiatorApprover, urgeMinutes, again = 'changed', overdueHours = 0 } = defineFlow([]).settings

/** The settings where nobody has changed any. */
export const shippedSettings: ApprovalSettings = {
  flow: { dedupe, emptyApprover, initiatorApprover, again, urgeMinutes, overdueHours },
  reminderDays: [1, 3, 7],
}

/** Most days of {@link ApprovalSettings.reminderDays}. */
export const mostReminders = 10

/** The settings of new flows, one by one. */
export const newFlowSettings = Object.keys(shippedSettings.flow) as readonly (keyof NewFlowSettings)[]

/** The settings, with what they meet in the company. */
export interface ApprovalConfiguration {
  readonly settings: ApprovalSettings
  readonly shipped: ApprovalSettings
  /** 0 where nobody has changed any. */
  readonly version: number
  readonly changedBy: NamedUser | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly changedAt: string | null
  /** Flows in force whose settings are not those of new flows. */
  readonly own: readonly OwnSettings[]
  readonly numbering: readonly NumberRule[]
  /** Channels beside the product itself that are set up. */
  readonly channels: { readonly mail: boolean; readonly chat: boolean }
}

/** A flow whose settings differ from those of new flows, with its own values of them. */
export interface OwnSettings extends Label {
  readonly key: string
  readonly settings: Partial<NewFlowSettings>
}

/** The numbers that documents of a form get. */
export interface NumberRule extends Label {
  readonly key: string
  readonly prefix: string
  /** The first number of today. */
  readonly example: string
}
