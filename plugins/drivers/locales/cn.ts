export default {
  'drivers.registered': '该人员已登记',
  'drivers.none': '该驾驶人没有已登记的驾驶证，请联系车队登记',
  'drivers.expires': '该驾驶人的驾驶证有效期至{date}，早于还车时间',
} as const
