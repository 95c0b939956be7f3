export default {
  'assets.beyondContract': '验收金额超过合同金额',
} as const
