import type { StatisticsPage } from '#kernel/statistics.ts'
import { entertainment, procurement, serviceFee } from './applications.ts'
import { expense } from './expense.ts'
import { bills } from './bills.ts'
import { budget, budgetNew } from './budget.ts'
import { contractLedger, directedSoftware, eligibleProposals, proposalTimeouts, workHours } from './registers.ts'
import { travel, travelApplication } from './travel.ts'

/** The pages of statistics, in the order of the menu. */
export const statisticsPages: readonly StatisticsPage[] = [expense, travel, travelApplication, entertainment, serviceFee, procurement,
  budget, budgetNew, contractLedger, bills, workHours, directedSoftware, eligibleProposals, proposalTimeouts]
