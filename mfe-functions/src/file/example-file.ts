/** What a tracer writes: light and heat, then a point a line, the currents of two strings side by side. */
export const exampleFile = `Irradiance [W/m2]: 812
Cell temperature: 48.2
Voltage (V),I1 (A),I2 (A)
0,9.31,9.29
180,9.27,9.24
360,9.22,9.18
470,8.96,8.71
540,8.02,7.36
590,5.11,4.40
628,0,0`
