import { queryOptions } from '@tanstack/react-query'
import type { ApprovalConfiguration } from '#kernel/flow/approval-settings.ts'
import type { Http } from '#providers/http.ts'

export const approvalSettingsPath = '/workflow/config'
export const approvalSettingsKey = 'approval-settings'

/** The settings of approvals for the whole company. */
export const approvalSettingsQuery = (http: Http) =>
  queryOptions({ queryKey: [approvalSettingsKey], queryFn: ({ signal }) =>
    http.get<ApprovalConfiguration>(approvalSettingsPath, {}, { quiet: true, signal }) })
