import type { Demo } from '../demo';
import { weatherAgent } from './weather.agent';
import { WeatherModule } from './weather.module';
import { weatherRules } from './weather.rules';

export const weatherDemo: Demo = { agent: weatherAgent, module: WeatherModule, rules: weatherRules };
