import { describeProtocol } from '../contracts/protocol.contract';
import { PROTOCOLS } from '../../src/protocols';

it('there are three spellings', () => expect([...PROTOCOLS.keys()]).toEqual(['text', 'json', 'native']));

for (const protocol of PROTOCOLS.values()) describeProtocol(protocol, { parallel: protocol.name === 'native' });
