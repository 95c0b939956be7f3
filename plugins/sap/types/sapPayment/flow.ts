import { approve, both, copy, defineFlow, generalManager, initiator, personIn, role, theProduct, vicePresident } from '#kernel/flow.ts'
import { deptHead, financeManager } from '#plugins/forms/kit.ts'
import { paymentNode } from '#plugins/forms/payment-node.ts'
import { limits } from '../../approval-limits.ts'

/** The node at which the payment is posted. */
export const postingNode = 'sapPost'

/** Finance edits the limits; an administrator's version of the flow may have other conditions. */
export const flow = defineFlow(
  [
    deptHead,
    approve('buyerManager', role('purchaseManager'), { cn: '采购经理', en: 'Procurement manager', when: 'sapPayKind in ("1","3")' }),
    approve('accountantReview', role('accountant', 'payingUnit'), { cn: '会计初审', en: 'Accountant review', manual: true }),
    approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
      when: `totalAmountRmb > ${limits.of('sapPayment', 'viceGm')} or sapPayKind in ("1","3")` }),
    approve('generalManager', generalManager, { cn: '总经理', en: 'General manager',
      when: `totalAmountRmb > ${limits.of('sapPayment', 'generalManager')}` }),
    financeManager,
    approve(postingNode, theProduct, { cn: 'SAP过账', en: 'SAP posting', dueHours: 0 }),
    // a payment that SAP has posted is not refused here: it is reversed there first
    approve(paymentNode, role('cashier'), { cn: '出纳付款', en: 'Cashier payment', manual: true, hidden: ['refuse'] }),
    copy('ccFinish', both(initiator, personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
  ],
  { movesMoney: true, hidden: ['return'] },
)
