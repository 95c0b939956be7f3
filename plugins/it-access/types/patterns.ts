/** An IPv4 address or a host name, with a port where one is named. */
export const hostPattern = String
  .raw`^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|[A-Za-z][A-Za-z0-9-]{0,62}(\.[A-Za-z0-9-]{1,63}){0,6})(:\d{1,5})?$`
